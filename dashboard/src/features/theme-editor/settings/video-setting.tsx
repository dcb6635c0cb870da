import { IconCircleCheck } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { LtrField } from '@/shared/forms/ltr-field';
import { readVideo } from '@/shared/lib/video-address';
import { useSettingsText } from './i18n';
import { useWords, type InputProps } from './plain-settings';
import classes from './settings.module.css';

/** The address of a video: says where it comes from as soon as it is known. */
export function VideoSetting({ setting, field, isReadOnly }: InputProps<'video'>) {
  const t = useSettingsText();
  const words = useWords(setting);
  const note = useId();
  const [isFocused, setFocused] = useState(false);
  const value = typeof field.value === 'string' ? field.value : '';
  const provider = value ? readVideo(value)?.provider : null;
  return (
    <div>
      <LtrField
        {...words}
        description={words.description ?? t('video.hint')}
        inputMode="url"
        placeholder="https://"
        data-path={field.path}
        aria-describedby={provider ? note : undefined}
        disabled={isReadOnly}
        // An address that is being typed is not wrong yet.
        error={(isFocused && value !== '' ? null : field.fault) ?? field.refusal}
        value={value}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onChange={({ currentTarget }) => field.set(currentTarget.value)}
      />
      <div id={note} role="status">
        {provider && !field.refusal && (
          <div className={classes.known}>
            <IconCircleCheck size={15} aria-hidden />
            {t(`video.${provider}`)}
          </div>
        )}
      </div>
    </div>
  );
}
