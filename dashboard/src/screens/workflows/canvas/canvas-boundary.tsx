import { Component, type ReactNode } from 'react';

interface Props {
  readonly onFail: () => void;
  readonly children: ReactNode;
}

/** A canvas that cannot be loaded or drawn gives way to the outline. */
export class CanvasBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    this.props.onFail();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
