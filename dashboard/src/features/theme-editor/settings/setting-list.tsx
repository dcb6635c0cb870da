import { Text } from '@mantine/core';
import { useId } from 'react';
import { useFormLanguage } from '@/shared/forms/form-language';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { getSession, storeLanguages } from '@/shared/session/session';
import type { Block, Setting, Values } from '../theme-editor.api';
import { ColorSetting } from './color-setting';
import { DecimalSetting } from './decimal-setting';
import { FontSetting } from './font-setting';
import { ImageSetting } from './image-setting';
import { LinkSetting } from './link-setting';
import { DateSetting, IconSetting, NumberSetting, SelectSetting, SwitchSetting } from './plain-settings';
import { ProductSetting, ProductsSetting } from './product-settings';
import { groupsOf, type Group } from './setting-rules';
import classes from './settings.module.css';
import { CategorySetting, MenuSetting, PageSetting } from './store-settings';
import { RichTextSetting, TextSetting } from './text-settings';
import { UrlSetting } from './url-setting';
import type { Fields } from './use-fields';
import { VideoSetting } from './video-setting';

/** What all inputs of a section need. */
export interface SettingsForm {
  fields: Fields;
  isReadOnly: boolean;
  /** The theme's colours, `#rrggbb`. */
  palette: readonly string[];
  /** The theme that they are settings of. */
  theme: string;
}

interface ListProps {
  form: SettingsForm;
  /** Null for the section's own settings. */
  block: Block | null;
  settings: readonly Setting[];
  values: Values;
}

/** The inputs of a section or of a block, in their groups. */
export function SettingList({ settings, values, ...rest }: ListProps) {
  return (
    // Pickers and uploads have no read-only state of their own.
    <fieldset className={classes.list} disabled={rest.form.isReadOnly}>
      {groupsOf(settings, values).map((group) => (
        <SettingGroup key={group.id} group={group} values={values} {...rest} />
      ))}
    </fieldset>
  );
}

function SettingGroup({ group, ...rest }: Omit<ListProps, 'settings'> & { group: Group }) {
  const { language } = useLanguage();
  const heading = useId();
  const title = textOf(group.title, language);
  const inputs = group.settings.map((setting) => <SettingInput key={setting.id} setting={setting} {...rest} />);
  if (!title) return <div className={classes.group}>{inputs}</div>;
  return (
    <div className={classes.group} role="group" aria-labelledby={heading}>
      <Text id={heading} className={classes.heading}>
        {title}
      </Text>
      {inputs}
    </div>
  );
}

function SettingInput({ setting, form, block, values }: Omit<ListProps, 'settings'> & { setting: Setting }) {
  const language = useFormLanguage()?.language ?? storeLanguages(getSession())[0] ?? 'ar';
  const field = form.fields.of(setting, block, language);
  const { isReadOnly } = form;
  switch (setting.type) {
    case 'text':
    case 'textarea':
      return <TextSetting setting={setting} field={field} language={language} isReadOnly={isReadOnly} />;
    case 'richtext':
      return <RichTextSetting setting={setting} field={field} language={language} isReadOnly={isReadOnly} />;
    case 'number':
    case 'range':
      return <NumberSetting setting={setting} field={field} isReadOnly={isReadOnly} />;
    case 'decimal':
      return <DecimalSetting setting={setting} field={field} isReadOnly={isReadOnly} />;
    case 'font':
      return <FontSetting setting={setting} field={field} isReadOnly={isReadOnly} theme={form.theme} />;
    case 'link':
      return <LinkSetting setting={setting} field={field} isReadOnly={isReadOnly} />;
    case 'video':
      return <VideoSetting setting={setting} field={field} isReadOnly={isReadOnly} />;
    case 'checkbox':
      return <SwitchSetting setting={setting} field={field} isReadOnly={isReadOnly} />;
    case 'select':
      return <SelectSetting setting={setting} field={field} isReadOnly={isReadOnly} />;
    case 'color':
      return (
        <ColorSetting setting={setting} field={field} isReadOnly={isReadOnly} palette={form.palette} values={values} />
      );
    case 'image':
      return <ImageSetting setting={setting} field={field} isReadOnly={isReadOnly} theme={form.theme} />;
    case 'product':
      return <ProductSetting setting={setting} field={field} isReadOnly={isReadOnly} />;
    case 'products':
      return <ProductsSetting setting={setting} field={field} isReadOnly={isReadOnly} />;
    case 'category':
      return <CategorySetting setting={setting} field={field} isReadOnly={isReadOnly} />;
    case 'page':
      return <PageSetting setting={setting} field={field} isReadOnly={isReadOnly} />;
    case 'menu':
      return <MenuSetting setting={setting} field={field} isReadOnly={isReadOnly} />;
    case 'url':
      return <UrlSetting setting={setting} field={field} isReadOnly={isReadOnly} />;
    case 'icon':
      return <IconSetting setting={setting} field={field} isReadOnly={isReadOnly} />;
    case 'date':
      return <DateSetting setting={setting} field={field} isReadOnly={isReadOnly} />;
  }
}
