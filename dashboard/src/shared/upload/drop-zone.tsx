import { Text } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import classes from './upload.module.css';

/** Picks files by drop, click or keyboard; the caller handles them. */
export function DropZone({
  label,
  hint,
  icon,
  accept,
  multiple = false,
  disabled = false,
  onFiles,
}: {
  label: string;
  hint?: string;
  icon?: ReactNode;
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const addFiles = (files: FileList | null) => {
    if (files && files.length > 0 && !disabled) onFiles(multiple ? [...files] : [...files].slice(0, 1));
  };
  return (
    <>
      <button
        type="button"
        className={classes.zone}
        data-over={over || undefined}
        disabled={disabled}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          addFiles(event.dataTransfer.files);
        }}
      >
        {icon}
        <span>
          <Text span size="sm" fw={500} display="block">
            {label}
          </Text>
          {hint && (
            <Text span size="xs" c="dimmed" display="block">
              {hint}
            </Text>
          )}
        </span>
      </button>
      {/* Beside the button and not inside: interactive elements must not be nested. */}
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          addFiles(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
