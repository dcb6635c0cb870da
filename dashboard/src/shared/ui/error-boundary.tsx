import { Component, type ReactNode } from 'react';
import { reportError } from '../lib/report';
import { ErrorState } from './error-state';

/** Keeps a failing card from taking the page with it; every route has one already. */
export class ErrorBoundary extends Component<{ children: ReactNode; where: string }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override componentDidCatch(error: unknown) {
    reportError(error, this.props.where);
  }
  override render() {
    return this.state.failed ? <ErrorState onRetry={() => this.setState({ failed: false })} /> : this.props.children;
  }
}
