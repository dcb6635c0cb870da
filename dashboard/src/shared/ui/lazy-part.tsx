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
 * React's `lazy`, for a line that drops: a part that does not come is tried again, and when it stays away its own place says
 * so and offers another try. The page around it stays. It suspends like `lazy`.
 *
 * `lazyPart(() => import('./card'))` for what stands in the page, `lazyDialog` for what opens above it, `lazyExtra` for what
 * has another to stand in for it.
 */
export function lazyPart<Of extends Any>(load: Load<Of>): ComponentType<ComponentProps<Of>> {
  return make(load, { floats: false });
}

/** A dialog, a drawer, the palette: a toast says that it did not come, and it counts as closed. */
export function lazyDialog<Of extends Any>(load: Load<Of>): ComponentType<ComponentProps<Of>> {
  return make(load, { floats: true });
}

/**
 * A part that nobody misses, or that another can stand in for: nothing is said when it does not come. What stands in gets the
 * same props, and stays until the page is opened anew: the layout around a page must not change under somebody's hand.
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
 * React's `lazy` keeps a failure for ever: this one is made anew when the failure has been seen. It counts the failures, since
 * whoever shows them is mounted anew with each.
 */
export function lazyOnce(load: Load<Any>): () => Any {
  let current: Any | undefined;
  let failures = 0;
  const fetched = () =>
    fetchPart(load).catch((error: unknown) => {
      if (error instanceof PartError) {
        // Without a line the part was never really asked for.
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

/** Whether a part is asked for anew: what it was given differs in more than its callbacks. */
function isAskedAnew(before: object, now: object): boolean {
  return Object.entries(now).some(
    ([name, value]) => typeof value !== 'function' && value !== (before as Record<string, unknown>)[name],
  );
}

interface BoundaryProps {
  floats: boolean;
  /** What the part was given: asked for again, it gets another try. */
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
    // What the part itself threw belongs to whoever stands around it.
    if (!(error instanceof PartError)) throw error;
    if (this.props.standIn !== undefined) return <StoodIn error={error}>{this.props.standIn}</StoodIn>;
    return this.props.floats ? (
      <Closed error={error} onClose={this.props.of.onClose} />
    ) : (
      <PartFailed error={error} onRetry={this.retry} />
    );
  }
}

/** The next mounting asks again. */
function StoodIn({ error, children }: { error: PartError; children: ReactNode }) {
  useEffect(() => error.forget(), [error]);
  return children;
}

function Closed({ error, onClose }: { error: PartError; onClose?: () => void }) {
  useEffect(() => {
    error.forget();
    tellPartFailed(error);
    onClose?.();
    // Once for each failure, whatever the parent gives meanwhile.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [error]);
  return null;
}
