import { useState } from 'react';

/** The tags, and what stands in their field without Enter or a comma behind it as one more. */
export function withTyped(tags: readonly string[], input: string, longest: number): string[] {
  const word = input.trim().slice(0, longest);
  const cut = tags.map((tag) => tag.slice(0, longest));
  return word === '' || cut.some((tag) => tag.toLowerCase() === word.toLowerCase()) ? cut : [...cut, word];
}

/**
 * What a `TagsInput` of a dialog holds. The word that is being typed counts (`all`): a button that waits for tags need not wait for a
 * key that closes the word. `longest` is in characters.
 */
export function useTypedTags(longest: number) {
  const [tags, setTags] = useState<string[]>([]);
  const [input, setInput] = useState('');
  return {
    all: withTyped(tags, input, longest),
    clear: () => {
      setTags([]);
      setInput('');
    },
    field: { value: tags, onChange: setTags, searchValue: input, onSearchChange: setInput, maxLength: longest },
  };
}
