import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { isApiError } from '@/shared/api/error';
import { OtpField } from '@/shared/forms/otp-field';
import { rich } from '@/shared/i18n/catalogue';
import { sendCode, type CodeSent } from './auth.api';
import { useAuthText } from './i18n';
import { OutboxHint } from './outbox-hint';
import { refusalText } from './refusal';
import { StepTitle } from './step-title';
import { useCountdown } from './use-countdown';

/**
 * The code: submitted as soon as it is complete; a new one can be requested after the server's wait. `at` is the step
 * of a registration.
 */
export function RegisterCode({
  at,
  mobile,
  codeSent,
  sentAt,
  onResent,
  onChangeNumber,
  onCode,
}: {
  at?: number;
  mobile: string;
  codeSent: CodeSent;
  sentAt: number;
  onResent: (codeSent: CodeSent) => void;
  onChangeNumber: () => void;
  /** Throws on a refusal. */
  onCode: (code: string) => Promise<void>;
}) {
  const t = useAuthText();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const wait = useCountdown(sentAt + codeSent.resend_after_seconds * 1000);

  const run = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setRefused(null);
    try {
      await work();
    } catch (error) {
      setCode('');
      // The form has one field, so its error is the message.
      const field = isApiError(error) ? Object.values(error.fields).flat()[0] : undefined;
      setRefused(field ?? refusalText(error));
    } finally {
      setBusy(false);
    }
  };
  const confirm = (code: string) => run(() => onCode(code));
  const resend = () => run(async () => onResent(await sendCode(mobile)));

  return (
    <>
      <StepTitle
        at={at}
        title={t('register.codeTitle')}
        text={rich(t('register.codeText', { mobile: '<m>.</m>' }), { m: () => <bdi dir="ltr">{mobile}</bdi> })}
      />
      <form
        aria-label={t('register.codeTitle')}
        onSubmit={(event) => {
          event.preventDefault();
          if (code.length === 6) void confirm(code);
        }}
      >
        <Stack gap={16}>
          {codeSent.is_outbox && <OutboxHint>{t('register.outbox')}</OutboxHint>}
          <OtpField
            label={t('register.code')}
            value={code}
            onChange={setCode}
            onComplete={(complete) => void confirm(complete)}
            error={refused}
            disabled={busy}
          />
          <Button type="submit" size="md" fullWidth loading={busy} disabled={code.length < 6}>
            {t('register.confirm')}
          </Button>
          <Group justify="space-between">
            <Button variant="subtle" size="compact-sm" onClick={onChangeNumber}>
              {t('register.changeNumber')}
            </Button>
            {wait > 0 ? (
              <Text size="sm" c="dimmed">
                {t('register.resendIn', { count: wait })}
              </Text>
            ) : (
              <Button variant="subtle" size="compact-sm" onClick={() => void resend()} disabled={busy}>
                {t('register.resend')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </>
  );
}
