import { api } from '@/shared/api/client';
import type { One } from '@/shared/api/wire';
import type { StoreData } from '@/shared/session/session';

/** AU-04. */
export interface Answers {
  business_type: 'retail' | 'drop_shipping' | 'affiliate';
  store_languages: 'ar' | 'en' | 'both';
  has_ecommerce_experience: boolean;
  has_previous_online_store: boolean;
  previous_online_store_url: string | null;
  want_to_migrate: boolean;
}

/** Answering makes the store ready; the answer is the store as it is now. */
export async function answer(body: Answers): Promise<StoreData> {
  return (await api.put<One<StoreData>>('/onboarding', body, { form: true })).data;
}
