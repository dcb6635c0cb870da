import { Button, Group, Input, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { themesQuery } from '../theme-editor.api';
import { FocalPoint } from './focal-point';
import { useSettingsText } from './i18n';
import { imageValue, type Focus } from './image-value';

/** A picture that the theme brings along: shown with what it is, replaced by the store's own or removed. */
export function ThemePicture({
  id,
  focus,
  theme,
  label,
  description,
  required,
  error,
  path,
  isReadOnly,
  onReplace,
  onSet,
}: {
  /** As the setting names it: `theme:hero.svg`. */
  id: string;
  focus: Focus;
  theme: string;
  label: string;
  description?: string;
  required: boolean;
  error: ReactNode;
  path: string;
  isReadOnly: boolean;
  onReplace: () => void;
  onSet: (value: unknown) => void;
}) {
  const t = useSettingsText();
  const { language } = useLanguage();
  const { data, isPending } = useQuery(themesQuery);
  const picture = data?.find((each) => each.theme === theme)?.pictures.find((each) => each.id === id);
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} required={required} error={error}>
      <div data-path={path}>
        {!isPending && (
          <Text size="sm" c="dimmed" mt={4}>
            {picture ? t('image.ofTheme', { what: textOf(picture.alt, language) }) : t('image.goneFromTheme')}
          </Text>
        )}
        {!isReadOnly && (
          <Group gap={8} mt={8}>
            <Button variant="default" size="compact-sm" onClick={onReplace}>
              {t('image.replace')}
            </Button>
            <Button variant="subtle" color="red" size="compact-sm" onClick={() => onSet(null)}>
              {t('image.remove')}
            </Button>
          </Group>
        )}
        {picture && (
          <FocalPoint
            url={picture.url}
            focus={focus}
            isReadOnly={isReadOnly}
            onFocus={(at) => onSet(imageValue(id, at))}
          />
        )}
      </div>
    </Input.Wrapper>
  );
}
