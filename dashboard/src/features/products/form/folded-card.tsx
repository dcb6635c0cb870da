import { Card, Text, Title } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Suspense, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useFocusRequest } from '@/shared/forms/form-context';
import { focusInvalidField } from '@/shared/forms/invalid-field';
import { PartSkeleton } from './card-skeleton';
import classes from './folded-card.module.css';
import { ProductFields } from './product-access';
import type { ProductFormState } from './product-form';

/**
 * A card of rarely needed fields: folded, with a line about what is in it. It opens by itself for an error or a focus
 * request below one of its `paths`, and never closes by itself. Its fields are mounted once it is first opened.
 */
export function FoldedCard({
  form,
  title,
  summary,
  paths,
  height,
  children,
}: {
  form: Pick<ProductFormState, 'errors'>;
  title: string;
  summary: ReactNode;
  /** The paths of the fields inside, and of their parts. */
  paths: readonly string[];
  /** Of its fields, while their code loads. */
  height: number;
  children: ReactNode;
}) {
  const id = useId();
  const content = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [isMounted, setIsMounted] = useState(false);
  const [answered, setAnswered] = useState(0);
  const [faulty, setFaulty] = useState(false);
  const request = useFocusRequest();
  const has = (path: string) => paths.some((of) => path === of || path.startsWith(`${of}.`));
  const requested = request && has(request.path) ? request : null;
  const isFaulty = Object.keys(form.errors).some((path) => form.errors[path] && has(path));
  const unfold = () => {
    setOpen(true);
    setIsMounted(true);
  };
  if (requested && requested.at !== answered) {
    setAnswered(requested.at);
    unfold();
  }
  if (isFaulty !== faulty) {
    setFaulty(isFaulty);
    if (isFaulty) unfold();
  }
  const toggle = () => {
    // A field whose text cannot be read stays in sight: the form is not sent because of it.
    if (!open) unfold();
    else if (!focusInvalidField(content.current)) setOpen(false);
  };
  return (
    <Card component="section" padding={0} aria-labelledby={`${id}-title`}>
      <div className={classes.head} data-open={open || undefined}>
        <div className={classes.text}>
          <Title order={2} size="h3">
            <button
              type="button"
              id={`${id}-title`}
              className={classes.button}
              aria-expanded={open}
              aria-controls={`${id}-content`}
              aria-describedby={open ? undefined : `${id}-summary`}
              onClick={toggle}
            >
              {title}
            </button>
          </Title>
          {!open && (
            <Text id={`${id}-summary`} size="sm" c="dimmed" component="div" truncate>
              {summary}
            </Text>
          )}
        </div>
        <IconChevronDown size={18} className={classes.chevron} aria-hidden />
      </div>
      <div id={`${id}-content`} ref={content} hidden={!open} className={classes.content}>
        {isMounted && (
          <Suspense fallback={<PartSkeleton height={height} />}>
            <ProductFields>{children}</ProductFields>
            {requested && <FocusRequested key={requested.at} path={requested.path} place={content} />}
          </Suspense>
        )}
      </div>
      {/* Places for the messages of the fields that are not mounted. */}
      {!isMounted && (
        <div hidden>
          {paths.map((path) => (
            <span key={path} data-path={path} data-translated={path} />
          ))}
        </div>
      )}
    </Card>
  );
}

/** Focuses the requested field once its code is there: the form itself waits only for what is on the page. */
function FocusRequested({ path, place }: { path: string; place: { current: HTMLElement | null } }) {
  useEffect(() => {
    const field = place.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);
    const target = field?.matches('input,textarea,button')
      ? field
      : field?.querySelector<HTMLElement>('input,textarea,button');
    field?.scrollIntoView({ block: 'center' });
    target?.focus();
  }, [path, place]);
  return null;
}
