import { Component, type ReactNode } from 'react';

interface LeaveBoundaryProps {
  /** Path of the screen, so that errors of the one that was left can be told from its own. */
  path: string;
  onFailure: (error: unknown) => void;
  children: ReactNode;
}

interface State {
  error?: { thrown: unknown } | undefined;
}

/**
 * Mounts the destination again if the screen that was left threw in its cleanup. React gives such
 * errors to the nearest boundary that stays, which must not replace the destination by its failure.
 * A second error at the same path is the destination's own, and passed on.
 */
export class LeaveBoundary extends Component<LeaveBoundaryProps, State> {
  override state: State = {};
  private recoveredAt: string | undefined;

  static getDerivedStateFromError(thrown: unknown): State {
    return { error: { thrown } };
  }

  override componentDidUpdate({ path }: LeaveBoundaryProps) {
    if (path !== this.props.path) this.recoveredAt = undefined;
  }

  override componentDidCatch(error: unknown) {
    this.recoveredAt = this.props.path;
    this.setState({ error: undefined });
    this.props.onFailure(error);
  }

  override render() {
    const { error } = this.state;
    if (error && this.recoveredAt === this.props.path) throw error.thrown;
    return this.props.children;
  }
}
