import { useState } from 'react';

/** The tags, plus the text typed into their field without Enter or comma as one more. */
export function withPendingTag(tags: readonly string[], input: string, longest: number): string[] {
  const word = input.trim().slice(0, longest);
  const truncated = tags.map((tag) => tag.slice(0, longest));
  return word === '' || truncated.some((tag) => tag.toLowerCase() === word.toLowerCase())
    ? truncated
    : [...truncated, word];
}

/**
 * State of a `TagsInput` in a dialog. The text being typed counts as a tag (`all`): a button that needs tags need not
 * wait for Enter. `longest` is in characters.
 */
export function useTagsInput(longest: number) {
  const [tags, setTags] = useState<string[]>([]);
  const [input, setInput] = useState('');
  return {
    all: withPendingTag(tags, input, longest),
    clear: () => {
      setTags([]);
      setInput('');
    },
    field: { value: tags, onChange: setTags, searchValue: input, onSearchChange: setInput, maxLength: longest },
  };
}
