import { api } from '@/shared/api/client';
import type { StoreData } from '@/shared/session/session';
import type { SchemaIn } from '@/shared/api/wire-schema';

/** The answers of the questionnaire (AU-04). */
export type Answers = SchemaIn<'OnboardingIn'>;

/** Answering makes the store ready; returns the store's current data. */
export async function answer(body: Answers): Promise<StoreData> {
  return (await api.put('/onboarding', { body, form: true })).data;
}
