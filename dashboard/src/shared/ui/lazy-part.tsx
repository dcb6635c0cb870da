import {
  Component,
  createElement,
  lazy,
  useEffect,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from 'react';
import { fetchPart, PartError } from '../api/parts';
import { PartFailed, tellPartFailed } from './part-failed';

// oxlint-disable-next-line typescript/no-explicit-any -- React's own constraint of `lazy`
type Any = ComponentType<any>;
type Load<Of extends Any> = () => Promise<{ default: Of }>;

/**
 * React's `lazy` for an unreliable connection: a chunk that fails to load is retried, and after that its place shows
 * the failure with a retry button. The page around it stays. It suspends like `lazy`.
 *
 * `lazyPart(() => import('./card'))` for a part of the page, `lazyDialog` for an overlay, `lazyExtra` for a part with a
 * fallback.
 */
export function lazyPart<Of extends Any>(load: Load<Of>): ComponentType<ComponentProps<Of>> {
  return make(load, { floats: false });
}

/** A dialog, a drawer, the palette: a toast reports the failure, and it counts as closed. */
export function lazyDialog<Of extends Any>(load: Load<Of>): ComponentType<ComponentProps<Of>> {
  return make(load, { floats: true });
}

/**
 * An optional part, or one with a fallback: a failure is silent. The fallback gets the same props, and stays until the
 * page is reloaded: the layout around a page must not change during use.
 */
export function lazyExtra<Of extends Any>(load: Load<Of>, standIn: Any = Nothing): ComponentType<ComponentProps<Of>> {
  return make(load, { floats: false, standIn });
}

const Nothing = () => null;

function make<Of extends Any>(
  load: Load<Of>,
  { floats, standIn }: { floats: boolean; standIn?: Any },
): ComponentType<ComponentProps<Of>> {
  type Props = ComponentProps<Of>;
  const shown = lazyOnce(load);
  function Inner(props: Props) {
    return createElement(shown(), props);
  }
  return function Part(props: Props) {
    return (
      <PartBoundary floats={floats} of={props} standIn={standIn && createElement(standIn, props)}>
        <Inner {...props} />
      </PartBoundary>
    );
  };
}

/**
 * React's `lazy` caches a failure forever: this one is recreated after the failure was rendered. It counts the failures
 * here, since the component that shows them is remounted with each.
 */
export function lazyOnce(load: Load<Any>): () => Any {
  let current: Any | undefined;
  let failures = 0;
  const fetched = () =>
    fetchPart(load).catch((error: unknown) => {
      if (error instanceof PartError) {
        // Offline, no request was sent.
        if (error.reason !== 'offline') failures += 1;
        error.failures = failures;
        error.forget = () => {
          current = undefined;
        };
      }
      throw error;
    });
  return () => (current ??= lazy(fetched));
}

/** Whether a part is requested anew: its props differ in more than their callbacks. */
function isAskedAnew(before: object, now: object): boolean {
  return Object.entries(now).some(
    ([name, value]) => typeof value !== 'function' && value !== (before as Record<string, unknown>)[name],
  );
}

interface BoundaryProps {
  floats: boolean;
  /** The part's props: a new request retries the chunk. */
  of: object & { onClose?: () => void; opened?: boolean };
  standIn?: ReactNode;
  children: ReactNode;
}

class PartBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };
  static getDerivedStateFromError(error: unknown) {
    return { error };
  }
  override componentDidUpdate(before: BoundaryProps) {
    const { floats, of } = this.props;
    if (floats && this.state.error && of.opened !== false && isAskedAnew(before.of, of)) this.retry();
  }
  retry = () => this.setState({ error: null });
  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    // An error of the part itself is rethrown.
    if (!(error instanceof PartError)) throw error;
    if (this.props.standIn !== undefined) return <StoodIn error={error}>{this.props.standIn}</StoodIn>;
    return this.props.floats ? (
      <Closed error={error} onClose={this.props.of.onClose} />
    ) : (
      <PartFailed error={error} onRetry={this.retry} />
    );
  }
}

/** The next mount retries. */
function StoodIn({ error, children }: { error: PartError; children: ReactNode }) {
  useEffect(() => error.forget(), [error]);
  return children;
}

function Closed({ error, onClose }: { error: PartError; onClose?: () => void }) {
  useEffect(() => {
    error.forget();
    tellPartFailed(error);
    onClose?.();
    // Once per failure, whatever the parent passes meanwhile.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [error]);
  return null;
}
