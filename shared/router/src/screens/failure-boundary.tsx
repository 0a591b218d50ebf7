import { Component, type ReactNode } from 'react';

interface FailureBoundaryProps {
  failure: () => ReactNode;
  onFailure: (error: unknown) => void;
  children: ReactNode;
}

/** Renders `failure` in place of children that threw; the page around them keeps working. */
export class FailureBoundary extends Component<FailureBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onFailure(error);
  }

  override render() {
    return this.state.failed ? this.props.failure() : this.props.children;
  }
}
