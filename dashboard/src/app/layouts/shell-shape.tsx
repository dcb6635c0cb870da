import { PageShape } from '../pages/page-shape';

/** The shape of the shell with the menu on top, in the styles of the start (public/shell.css), while its layout is on its way. */
export function ShellShape() {
  return (
    <div className="boot boot--top">
      <div className="boot-column">
        <div className="boot-head" aria-hidden>
          <i />
          <i />
        </div>
        <PageShape />
      </div>
    </div>
  );
}
