import { PageShape } from '../pages/page-shape';

/** Skeleton of the shell with the top menu, in the styles of the start (public/shell.css), while its layout loads. */
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
