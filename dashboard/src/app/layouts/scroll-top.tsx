import { ActionIcon, Affix, Transition } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useAppText } from '../i18n';
import classes from './shell.module.css';

const farDown = 250;

/**
 * SH-04: appears after 250 px. It renders nothing before the first scroll, and reads the position in an animation
 * frame, where the layout is due anyway: reading it while the first page is rendered would force a second layout.
 */
export function ScrollTop() {
  const t = useAppText();
  const [place, setPlace] = useState<'never left' | 'near' | 'far'>('never left');
  useEffect(() => {
    const look = () =>
      setPlace((before) =>
        window.scrollY > farDown ? 'far' : before === 'never left' && window.scrollY === 0 ? before : 'near',
      );
    const frame = requestAnimationFrame(look);
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, []);
  if (place === 'never left') return null;
  return (
    // Below dialogs, whose buttons stand where it does on a phone.
    <Affix position={{ bottom: 20, right: 20 }} zIndex={150} className={`no-print ${classes.toTop}`}>
      <Transition mounted={place === 'far'} transition="slide-up">
        {(style) => (
          <ActionIcon
            style={style}
            variant="default"
            size={40}
            radius="xl"
            aria-label={t('scrollTop')}
            onClick={() => window.scrollTo({ top: 0, behavior: 'smooth' })}
          >
            <IconArrowUp size={18} />
          </ActionIcon>
        )}
      </Transition>
    </Affix>
  );
}
