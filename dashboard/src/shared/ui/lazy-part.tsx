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
import { PartErrorState, toastPartError } from './part-failed';

// oxlint-disable-next-line typescript/no-explicit-any -- React's own constraint of `lazy`
type AnyComponent = ComponentType<any>;
type Load<Of extends AnyComponent> = () => Promise<{ default: Of }>;

/**
 * React's `lazy` for an unreliable connection: a chunk that fails to load is retried, and after that its place shows
 * the failure with a retry button. The page around it stays. It suspends like `lazy`.
 *
 * `lazyPart(() => import('./card'))` for a part of the page, `lazyDialog` for an overlay, `lazyExtra` for a part with a
 * fallback.
 */
export function lazyPart<Of extends AnyComponent>(load: Load<Of>): ComponentType<ComponentProps<Of>> {
  return createLazyPart(load, { isOverlay: false });
}

/** A dialog, a drawer, the palette: a toast reports the failure, and it counts as closed. */
export function lazyDialog<Of extends AnyComponent>(load: Load<Of>): ComponentType<ComponentProps<Of>> {
  return createLazyPart(load, { isOverlay: true });
}

/**
 * An optional part, or one with a fallback: a failure is silent. The fallback gets the same props, and stays until the
 * page is reloaded: the layout around a page must not change during use.
 */
export function lazyExtra<Of extends AnyComponent>(
  load: Load<Of>,
  fallback: AnyComponent = NoFallback,
): ComponentType<ComponentProps<Of>> {
  return createLazyPart(load, { isOverlay: false, fallback });
}

const NoFallback = () => null;

function createLazyPart<Of extends AnyComponent>(
  load: Load<Of>,
  { isOverlay, fallback }: { isOverlay: boolean; fallback?: AnyComponent },
): ComponentType<ComponentProps<Of>> {
  type Props = ComponentProps<Of>;
  const currentComponent = lazyWithRetry(load);
  function Inner(props: Props) {
    return createElement(currentComponent(), props);
  }
  return function Part(props: Props) {
    return (
      <PartBoundary isOverlay={isOverlay} of={props} fallback={fallback && createElement(fallback, props)}>
        <Inner {...props} />
      </PartBoundary>
    );
  };
}

/**
 * React's `lazy` caches a failure forever: this one is recreated after the failure was rendered. It counts the failures
 * here, since the component that shows them is remounted with each.
 */
export function lazyWithRetry(load: Load<AnyComponent>): () => AnyComponent {
  let current: AnyComponent | undefined;
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
function hasChangedProps(before: object, now: object): boolean {
  return Object.entries(now).some(
    ([name, value]) => typeof value !== 'function' && value !== (before as Record<string, unknown>)[name],
  );
}

interface BoundaryProps {
  isOverlay: boolean;
  /** The part's props: a new request retries the chunk. */
  of: object & { onClose?: () => void; opened?: boolean };
  fallback?: ReactNode;
  children: ReactNode;
}

class PartBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };
  static getDerivedStateFromError(error: unknown) {
    return { error };
  }
  override componentDidUpdate(before: BoundaryProps) {
    const { isOverlay, of } = this.props;
    if (isOverlay && this.state.error && of.opened !== false && hasChangedProps(before.of, of)) this.retry();
  }
  retry = () => this.setState({ error: null });
  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    // An error of the part itself is rethrown.
    if (!(error instanceof PartError)) throw error;
    if (this.props.fallback !== undefined) return <PartFallback error={error}>{this.props.fallback}</PartFallback>;
    return this.props.isOverlay ? (
      <ClosedOnError error={error} onClose={this.props.of.onClose} />
    ) : (
      <PartErrorState error={error} onRetry={this.retry} />
    );
  }
}

/** The next mount retries. */
function PartFallback({ error, children }: { error: PartError; children: ReactNode }) {
  useEffect(() => error.forget(), [error]);
  return children;
}

function ClosedOnError({ error, onClose }: { error: PartError; onClose?: () => void }) {
  useEffect(() => {
    error.forget();
    toastPartError(error);
    onClose?.();
    // Once per failure, whatever the parent passes meanwhile.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [error]);
  return null;
}
