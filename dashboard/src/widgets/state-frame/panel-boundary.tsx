import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ProblemNotice } from './problem-notice.tsx';
import './state-frame.css';

type Props = {
  /** Names the panel in the sentence: "The preview". */
  name: string;
  children: ReactNode;
  /** Told what went wrong, for the log of the instance. */
  onError?: (error: Error, info: ErrorInfo) => void;
};
type State = { error: Error | null };

/** A panel that fails to draw says so and leaves its neighbours alone. */
export class PanelBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    this.props.onError?.(error, info);
  }

  override render(): ReactNode {
    if (!this.state.error) return this.props.children;
    return (
      <ProblemNotice
        problem={{
          message: `${this.props.name} could not be drawn.`,
          suggestion: 'The rest of the page still works. Try again, or load the page anew.',
          statusCode: 0,
        }}
        onRetry={() => this.setState({ error: null })}
      />
    );
  }
}
