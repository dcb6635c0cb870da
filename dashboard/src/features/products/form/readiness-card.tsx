import { Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { languageNames } from '@/shared/i18n/language';
import { useCan } from '@/shared/session/session';
import { Section } from '@/shared/ui/page';
import { useProductText } from '../i18n';
import { readinessQuery, type ProductView, type Reason } from '../products.api';
import classes from './form.module.css';
import type { ProductFormState } from './product-form';
import { LinkButton } from '@/shared/ui/link-button';

/** Readiness (PR-03): why shoppers cannot buy it, and what would improve it; each with its resolution. */
export function ReadinessCard({
  form,
  product,
  onRestore,
}: {
  form: ProductFormState;
  product: ProductView;
  onRestore: () => void;
}) {
  const t = useProductText();
  const mayUpdate = useCan('update', 'Product');
  const answer = useQuery(readinessQuery(product.id)).data;
  if (!answer) return null;
  const stops = answer.reasons.filter((reason) => reason.is_stop);
  const advice = answer.reasons.filter((reason) => !reason.is_stop);
  return (
    <Section title={t(answer.is_for_sale ? 'ready.titleYes' : 'ready.titleNo')}>
      {answer.reasons.length === 0 ? (
        <div className={classes.reason}>
          <IconCircleCheck size={18} className={classes.reasonGood} aria-hidden />
          <Text size="sm">{t('ready.complete')}</Text>
        </div>
      ) : (
        <ul className={classes.reasons}>
          {[...stops, ...advice].map((reason) => (
            <li key={`${reason.code}-${reason.language ?? ''}`} className={classes.reason}>
              {reason.is_stop ? (
                <IconCircleX size={18} className={classes.reasonStop} aria-label={t('ready.stop')} />
              ) : (
                <IconAlertTriangle size={18} className={classes.reasonAdvice} aria-label={t('ready.advice')} />
              )}
              <div className={classes.reasonBody}>
                <Text size="sm">
                  {t(`ready.${reason.code}`, { language: reason.language ? languageNames[reason.language] : '' })}
                </Text>
                {mayUpdate && <ResolveReason reason={reason} form={form} onRestore={onRestore} />}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const buttonProps = { variant: 'subtle', size: 'compact-xs', className: classes.resolve } as const;

/** The resolution of a reason: an action, a link to settings, or a field. */
function ResolveReason({ reason, form, onRestore }: { reason: Reason; form: ProductFormState; onRestore: () => void }) {
  const t = useProductText();
  switch (reason.code) {
    case 'archived':
      return (
        <Button {...buttonProps} onClick={onRestore}>
          {t('restore')}
        </Button>
      );
    case 'no_shipping':
      return (
        <LinkButton {...buttonProps} to="/shipping-settings">
          {t('ready.toShipping')}
        </LinkButton>
      );
    case 'unpublished':
    case 'scheduled':
    case 'inactive': {
      const field = reason.code === 'inactive' ? 'is_active' : 'is_published';
      // Submits the form, so that other changes are validated and saved with it.
      const turnOn = () => {
        form.setFieldValue(field, true);
        setTimeout(() => form.element.current?.requestSubmit(), 0);
      };
      return (
        <Button {...buttonProps} onClick={turnOn} disabled={form.busy}>
          {t(field === 'is_active' ? 'ready.activate' : form.isDirty() ? 'ready.publishSave' : 'ready.publish')}
        </Button>
      );
    }
    default:
      return (
        <Button {...buttonProps} onClick={() => reason.field && form.reveal(reason.field)}>
          {t('ready.go')}
        </Button>
      );
  }
}
