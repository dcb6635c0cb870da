import { ActionIcon, CopyButton } from '@mantine/core';
import { IconBrandWhatsapp, IconCheck, IconCopy, IconPhone } from '@tabler/icons-react';
import { useShared } from '@/shared/i18n/use-shared';
import { Tip } from '@/shared/ui/tip';
import { usePersonText } from './i18n';
import { readableMobile, whatsappLink } from './mobile';
import classes from './person.module.css';

/** A small button that copies a text and confirms it. */
export function CopyAction({ value, label }: { value: string; label: string }) {
  const s = useShared();
  return (
    <CopyButton value={value} timeout={1600}>
      {({ copied, copy }) => (
        <Tip label={copied ? s('copied') : label}>
          <ActionIcon size="md" aria-label={copied ? s('copied') : label} onClick={copy}>
            {copied ? <IconCheck size={16} color="var(--good)" /> : <IconCopy size={16} />}
          </ActionIcon>
        </Tip>
      )}
    </CopyButton>
  );
}

/** A mobile number with links to call and to WhatsApp, and a copy button. */
export function MobileLine({ mobile }: { mobile: string }) {
  const t = usePersonText();
  return (
    <div className={classes.contact}>
      <bdi className="num">{readableMobile(mobile)}</bdi>
      <span style={{ display: 'inline-flex', gap: 2 }}>
        <Tip label={t('call')}>
          <ActionIcon component="a" href={`tel:${mobile}`} size="md" aria-label={t('call')}>
            <IconPhone size={16} />
          </ActionIcon>
        </Tip>
        <Tip label={t('whatsapp')}>
          <ActionIcon
            component="a"
            href={whatsappLink(mobile)}
            target="_blank"
            rel="noreferrer"
            size="md"
            aria-label={t('whatsapp')}
          >
            <IconBrandWhatsapp size={17} />
          </ActionIcon>
        </Tip>
        <CopyAction value={mobile} label={t('copyMobile')} />
      </span>
    </div>
  );
}

/** An e-mail address with a mailto link and a copy button. */
export function EmailLine({ email }: { email: string }) {
  const t = usePersonText();
  return (
    <div className={classes.contact}>
      <a href={`mailto:${email}`} className={classes.value}>
        <bdi dir="ltr">{email}</bdi>
      </a>
      <CopyAction value={email} label={t('copyEmail')} />
    </div>
  );
}
