import { ActionIcon, Affix, Transition } from '@mantine/core';
import { useWindowScroll } from '@mantine/hooks';
import { IconArrowUp } from '@tabler/icons-react';
import { useAppText } from '../i18n';

/** SH-04: appears after 250 px. */
export function ScrollTop() {
  const t = useAppText();
  const [scroll, scrollTo] = useWindowScroll();
  return (
    <Affix position={{ bottom: 20, right: 20 }} className="no-print">
      <Transition mounted={scroll.y > 250} transition="slide-up">
        {(style) => (
          <ActionIcon
            style={style}
            variant="default"
            size={40}
            radius="xl"
            aria-label={t('scrollTop')}
            onClick={() => scrollTo({ y: 0 })}
          >
            <IconArrowUp size={18} />
          </ActionIcon>
        )}
      </Transition>
    </Affix>
  );
}
