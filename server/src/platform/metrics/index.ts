import type { IncomingMessage, ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Counter, Histogram } from '@opentelemetry/api';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';

/** The metrics of one process. Created once; labels never contain a project, an address or an id. */
export interface Metrics {
  readonly requests: Histogram;
  /** A counter of a feature; labels are few and fixed. */
  counter(name: string, about: string): Counter;
  /** A histogram of durations in seconds of a feature. */
  durations(name: string, about: string): Histogram;
  /** A histogram of how many things were done at once. */
  sizes(name: string, about: string): Histogram;
  /** A gauge whose value is read at collection time. */
  observe(name: string, about: string, read: () => number): void;
  write(request: IncomingMessage, response: ServerResponse): void;
  close(): Promise<void>;
}

export function makeMetrics(): Metrics {
  const exporter = new PrometheusExporter({
    preventServerStart: true,
    withoutScopeInfo: true,
    withoutTargetInfo: true,
  });
  const provider = new MeterProvider({ readers: [exporter] });
  const meter = provider.getMeter('postrider');
  const explicitBucketBoundaries = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const metrics: Metrics = {
    requests: meter.createHistogram('http_request_duration_seconds', {
      description: 'Time from the first byte of a request to the end of its answer, by method, route and status.',
      advice: { explicitBucketBoundaries },
    }),
    counter: (name, description) => meter.createCounter(name, { description }),
    durations: (name, description) =>
      meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries } }),
    sizes: (name, description) =>
      meter.createHistogram(name, {
        description,
        advice: { explicitBucketBoundaries: [1, 2, 5, 10, 20, 50, 100, 200] },
      }),
    observe(name, about, read) {
      meter.createObservableGauge(name, { description: about }).addCallback((result) => result.observe(read()));
    },
    write: (request, response) => exporter.getMetricsRequestHandler(request, response),
    async close() {
      delay.disable();
      await provider.shutdown();
    },
  };
  metrics.observe('process_resident_memory_bytes', 'Memory held by the process.', () => process.memoryUsage.rss());
  metrics.observe(
    'event_loop_delay_p99_seconds',
    'Delay of the event loop, 99th percentile.',
    () => delay.percentile(99) / 1e9,
  );
  return metrics;
}
