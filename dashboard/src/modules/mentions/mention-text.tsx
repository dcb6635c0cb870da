import { piecesOf, type Person } from './mentions';
import classes from './mentions.module.css';

/** A text with its mentions shown as names. */
export function MentionText({ text, people }: { text: string; people: readonly Person[] }) {
  return piecesOf(text, people).map((piece, index) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      <bdi key={index} className={classes.name}>
        @{piece.name}
      </bdi>
    ),
  );
}
