import { Mark } from '@mantine/core';
import { pieces } from '@/shared/lib/fold';

/** A text with the words of a search highlighted: `<Highlight text="قَمِيص" query="قميص" />`. */
export function Highlight({ text, query }: { text: string; query: string }) {
  return (
    <bdi>
      {pieces(text, query).map((piece, index) =>
        piece.hit ? <Mark key={index}>{piece.text}</Mark> : <span key={index}>{piece.text}</span>,
      )}
    </bdi>
  );
}
