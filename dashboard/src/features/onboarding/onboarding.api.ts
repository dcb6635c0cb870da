import { api } from '@/shared/api/client';
import type { StoreData } from '@/shared/session/session';
import type { SchemaIn } from '@/shared/api/wire-schema';

/** AU-04. */
export type Answers = SchemaIn<'OnboardingIn'>;

/** Answering makes the store ready; the answer is the store as it is now. */
export async function answer(body: Answers): Promise<StoreData> {
  return (await api.put('/onboarding', { body, form: true })).data;
}
