import { readFileSync } from 'node:fs';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { Registry } from 'prom-client';
import {
  Cache,
  Capability,
  PublicAccess,
  RestCache,
  RestController,
  RestRoute,
} from 'nestjs-rest-routes';
import { afterAll, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes } from '../../support/application.js';
import { recordMetrics } from './open-telemetry-metrics.js';
import { collectMetrics } from './prometheus.js';

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', 'GET', new PublicAccess())
  @Cache({ ttl: '1m', tags: ['items'] })
  list() {
    return [];
  }
  @RestRoute('', 'DELETE', new Capability('delete_items'))
  clear() {}
}

const ROUTE = '/api/acme/v1/items';

const registry = new Registry();
const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
const provider = new MeterProvider({ readers: [reader] });

/** The value of a line of the text format of Prometheus. */
async function prometheus(name: string, labels: string): Promise<number> {
  const lines = (await registry.metrics()).split('\n');
  const line = lines.find((one) => one.startsWith(`${name}{`) && one.includes(labels));
  return Number(line?.split(' ').at(-1) ?? 0);
}

async function openTelemetry(name: string): Promise<readonly string[]> {
  await reader.forceFlush();
  const metrics = exporter
    .getMetrics()
    .at(-1)
    ?.scopeMetrics.flatMap(({ metrics: all }) => all);
  const points = metrics?.find(({ descriptor }) => descriptor.name === name)?.dataPoints ?? [];
  return points.map(({ attributes }) => JSON.stringify(attributes));
}

describe('metrics', () => {
  collectMetrics(registry);
  recordMetrics(provider);
  afterAll(() => provider.shutdown());

  test.each(ADAPTERS)(
    'prom-client and OpenTelemetry count what the channels publish (%s)',
    async (adapter) => {
      registry.resetMetrics();
      const app = await startRoutes([ItemsController], {
        adapter,
        rest: { cache: { store: new Map() } },
      });
      await app.fetch('GET', ROUTE);
      await app.fetch('GET', ROUTE);
      await app.fetch('DELETE', ROUTE);
      await app.fetch('GET', '/api/acme/v1/none');
      expect(await app.nest.get(RestCache).purgeTags('items')).toBe(true);
      await app.close();
      const requests = 'rest_request_duration_seconds_count';
      expect(await prometheus(requests, `method="GET",route="${ROUTE}",status="200"`)).toBe(2);
      expect(await prometheus(requests, `method="DELETE",route="${ROUTE}",status="401"`)).toBe(1);
      expect(await prometheus(requests, `method="GET",route="none",status="404"`)).toBe(1);
      const cached = 'rest_cache_responses_total';
      expect(await prometheus(cached, `route="${ROUTE}",outcome="miss"`)).toBe(1);
      expect(await prometheus(cached, `route="${ROUTE}",outcome="hit"`)).toBe(1);
      expect(await prometheus('rest_cache_flights_total', 'kind="called"')).toBe(1);
      const store = 'rest_cache_store_duration_seconds_count';
      expect(await prometheus(store, 'operation="get",result="done"')).toBeGreaterThan(1);
      expect(await prometheus('rest_cache_purge_duration_seconds_count', 'result="done"')).toBe(1);
      expect(await openTelemetry('http.server.request.duration')).toContain(
        JSON.stringify({
          'http.route': ROUTE,
          'http.request.method': 'GET',
          'http.response.status_code': 200,
        }),
      );
      expect(await openTelemetry('rest.cache.responses')).toContain(
        JSON.stringify({ 'http.route': ROUTE, outcome: 'hit' }),
      );
      expect((await openTelemetry('rest.cache.store.duration')).length).toBeGreaterThan(0);
    },
  );
});

describe.each(ADAPTERS)('Server-Timing on %s', (adapter) => {
  test('has the time of the steps and where the response comes from', async () => {
    const app = await startRoutes([ItemsController], { adapter, rest: { serverTiming: true } });
    const timings = [];
    for (const [method, path] of [
      ['GET', ROUTE],
      ['GET', ROUTE],
      ['DELETE', ROUTE],
    ] as const) {
      timings.push((await app.fetch(method, path)).headers['server-timing']);
    }
    await app.close();
    const steps = String.raw`checks;dur=\d+\.\d, execution;dur=\d+\.\d, `;
    const total = String.raw`total;dur=\d+\.\d$`;
    expect(timings[0]).toMatch(new RegExp(`^${steps}cache;desc=miss, ${total}`));
    expect(timings[1]).toMatch(new RegExp(`^${steps}cache;desc=hit, ${total}`));
    expect(timings[2]).toMatch(new RegExp(`^${steps}${total}`));
  });

  test('is left out by default', async () => {
    const app = await startRoutes([ItemsController], { adapter });
    const { headers } = await app.fetch('GET', ROUTE);
    expect(headers['server-timing']).toBeUndefined();
    await app.close();
  });
});

test.each(['prometheus', 'open-telemetry-metrics'])(
  'docs/recipes.md has the recipe %s as it is tested',
  (name) => {
    const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
    expect(read('../../../docs/recipes.md')).toContain(read(`./${name}.ts`).trimEnd());
  },
);
