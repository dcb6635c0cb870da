import type { SettlementRow } from './courier-cash.api';

/** The form of a settlement; '' and null stand for what is not said. */
export interface SettlementValues {
  /** Its sheet; of a stored one it never changes. */
  sheet_id: string;
  courier: string;
  remitted_on: string | null;
  total: string;
  reference: string;
  late_after_days: number | null;
  agreed_fee: string;
}

/** A new one arrives today; its terms are those of the courier's last settlement unless others are entered. */
export const newValues = (today: string, sheet = ''): SettlementValues => ({
  sheet_id: sheet,
  courier: '',
  remitted_on: today,
  total: '',
  reference: '',
  late_after_days: null,
  agreed_fee: '',
});

export const valuesOf = (row: SettlementRow): SettlementValues => ({
  sheet_id: row.sheet_id,
  courier: row.courier,
  remitted_on: row.remitted_on,
  total: row.total ?? '',
  reference: row.reference,
  late_after_days: row.late_after_days,
  agreed_fee: row.agreed_fee ?? '',
});

/** What is sent of the form; terms that are not entered are left to the server. */
export const bodyOf = (values: SettlementValues, isNew: boolean) => ({
  sheet_id: values.sheet_id,
  courier: values.courier.trim(),
  remitted_on: values.remitted_on ?? '',
  reference: values.reference.trim(),
  total: values.total || null,
  ...(values.late_after_days !== null && { late_after_days: values.late_after_days }),
  // Of a new settlement no fee means that of the last one; of a stored one that there is none.
  ...((!isNew || values.agreed_fee) && { agreed_fee: values.agreed_fee || null }),
});
