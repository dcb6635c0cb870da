import { useEffect, useEffectEvent, useState } from 'react';
import { imageFiles } from '@/shared/upload/use-uploads';
import classes from './media.module.css';

/** Pictures dropped anywhere on the page, or pasted into it, outside of fields. */
export function PageDrop({ label, onFiles }: { label: string; onFiles: (files: File[]) => void }) {
  const [over, setOver] = useState(false);
  const addFiles = useEffectEvent((data: DataTransfer | null) => {
    const files = imageFiles(data);
    if (files.length > 0) onFiles(files);
    return files.length > 0;
  });
  useEffect(() => {
    // Every element under the pointer fires enter and leave: only their balance tells whether files are over the page.
    let depth = 0;
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const move = (event: DragEvent) => {
      if (holdsFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      // A drop zone in a dialog has handled them.
      if (!holdsFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      addFiles(event.dataTransfer);
    };
    const paste = (event: ClipboardEvent) => {
      if (addFiles(event.clipboardData)) event.preventDefault();
    };
    document.addEventListener('dragenter', enter);
    document.addEventListener('dragleave', leave);
    document.addEventListener('dragover', move);
    document.addEventListener('drop', drop);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('dragenter', enter);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('dragover', move);
      document.removeEventListener('drop', drop);
      document.removeEventListener('paste', paste);
    };
  }, []);
  return over ? (
    <div className={classes.drop} aria-hidden>
      <span>{label}</span>
    </div>
  ) : null;
}
