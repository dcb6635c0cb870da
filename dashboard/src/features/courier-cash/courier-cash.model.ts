import type { ImportStatus } from '@/modules/file-import/file-import.model';
import type { Schema } from '@/shared/api/wire-schema';
import type { StatusTone } from '@/shared/ui/tokens';

export type Bucket = Schema<'CourierCashBucket'>;
export type SettlementState = Schema<'CourierSettlementState'>;
export type Verdict = Schema<'CourierCashVerdict'>;
export type RowState = Schema<'CourierCashRowState'>;

/** Ages of cash, the youngest first. */
export const buckets: readonly Bucket[] = ['0_7', '8_14', '15_30', 'over_30'];

export const stateTones: Record<SettlementState, StatusTone> = { draft: 'amber', posted: 'green', undone: 'gray' };

/** In the order of the screen: what somebody must act on first, what is usual last. */
export const verdictTones: Record<Verdict, StatusTone> = {
  short: 'red',
  not_ours: 'red',
  twice: 'amber',
  not_delivered: 'amber',
  over: 'amber',
  fee_too_high: 'amber',
  late: 'amber',
  returned_fee: 'gray',
  paid: 'green',
};
export const verdicts = Object.keys(verdictTones) as Verdict[];

/** Verdicts whose rows have a difference in money. */
export const hasDifference = (verdict: Verdict): boolean =>
  verdict === 'short' || verdict === 'over' || verdict === 'twice' || verdict === 'fee_too_high';

/** Where a settlement is: its own state, and that of the work on its sheet. */
export type Stage =
  | 'mapping'
  | 'checking'
  | 'checked'
  /** Checked, and no row can be booked. */
  | 'nothing'
  | 'posting'
  | 'posted'
  | 'undoing'
  | 'undone'
  | 'failed'
  /** The sheet was deleted before it was posted. */
  | 'gone';

export const stageTones: Record<Stage, StatusTone> = {
  mapping: 'amber',
  checking: 'blue',
  checked: 'violet',
  nothing: 'gray',
  posting: 'blue',
  posted: 'green',
  undoing: 'blue',
  undone: 'gray',
  failed: 'red',
  gone: 'gray',
};

/** `sheet` is null once the file is deleted, 30 days after its upload. */
export function stageOf(state: SettlementState, sheet: { status: ImportStatus } | null): Stage {
  if (!sheet) return state === 'draft' ? 'gone' : state;
  if (sheet.status === 'running') return 'posting';
  if (sheet.status === 'done') return state === 'draft' ? 'nothing' : 'posted';
  return sheet.status;
}

/** What may be done next with a settlement. */
export function nextSteps(state: SettlementState, stage: Stage) {
  return {
    canCheck: state === 'draft' && ['mapping', 'checked', 'nothing', 'failed'].includes(stage),
    canPost: state === 'draft' && stage === 'checked',
    canMap: state === 'draft' && ['mapping', 'checked', 'nothing', 'failed'].includes(stage),
    canEdit: state === 'draft' && !['checking', 'posting', 'gone'].includes(stage),
  };
}

/** Only a draft is deleted, and not while a job reads its sheet. */
export const canDelete = (state: SettlementState, stage: Stage): boolean =>
  state === 'draft' && stage !== 'checking' && stage !== 'posting';

/** The sum of decimal strings of one currency, in the most places that one of them has. */
export function sumOf(amounts: readonly string[]): string {
  const places = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0));
  const minor = amounts.reduce((sum, amount) => {
    const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
    const value = BigInt(whole + fraction.padEnd(places, '0'));
    return amount.startsWith('-') ? sum - value : sum + value;
  }, 0n);
  const digits = String(minor < 0n ? -minor : minor).padStart(places + 1, '0');
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return minor < 0n ? `-${text}` : text;
}

/** Whether an amount of the wire is zero, in any number of places. */
export const isZero = (amount: string): boolean => /^-?0(\.0*)?$/.test(amount);
