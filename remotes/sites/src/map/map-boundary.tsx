import { FailureState } from '@shared/ui';
import { Component, type ReactNode } from 'react';
import { strings } from './strings.ts';

/** Contains rendering errors of the map, such as a lost WebGL context or a library error. */
export class MapBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <FailureState message={strings.failure} onRetry={() => this.setState({ failed: false })} />;
  }
}
