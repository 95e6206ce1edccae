import { StreamableFile } from '@nestjs/common';
import { Readable } from 'node:stream';
import { of } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { RestException } from 'nestjs-rest-routes';
import { describeStepsOf } from '../../lib/lifecycle/steps/options.step.js';
import { invokeStep, interceptStep } from '../../lib/lifecycle/steps/invoke.step.js';
import { stepsOf } from '../../lib/lifecycle/lifecycle.js';
import { type Endpoint } from '../../lib/lifecycle/endpoint.js';
import { runSteps } from '../../lib/lifecycle/pipeline.js';
import { contextOf, endpointOf, NO_LINKS } from './support/fakes.js';

describe('The invoke step', () => {
  it.each<[title: string, returned: unknown]>([
    ['a value', 7],
    ['a promise', Promise.resolve(7)],
    ['an Observable', of(1, 7)],
    ['a promise of an Observable', Promise.resolve(of(1, 7))],
  ])('keeps what a method returns as %s', async (_title, returned) => {
    const endpoint = endpointOf({ method: () => returned });
    const context = contextOf({}, endpoint);
    await invokeStep(endpoint)(context);
    expect(context.result).toBe(7);
  });

  it('returns no promise for a method that returns none', () => {
    const endpoint = endpointOf({ method: () => 7 });
    expect(invokeStep(endpoint)(contextOf({}, endpoint))).toBeUndefined();
  });

  it('passes the arguments in their order to a controller that is created later', async () => {
    const run = vi.fn();
    const args = {
      a: { type: 'integer', required: true },
      b: { type: 'string', required: true },
    } as const;
    const endpoint = endpointOf({ args, ports: { instance: async () => ({ run }) } });
    const context = contextOf({}, endpoint);
    context.values = [1, 'x'];
    await invokeStep(endpoint)(context);
    expect(run).toHaveBeenCalledWith(1, 'x');
  });

  it('fails for a controller that lacks the method', () => {
    const endpoint = endpointOf({ ports: { instance: () => ({}) } });
    expect(() => invokeStep(endpoint)(contextOf({}, endpoint))).toThrow(
      'ItemsController.run is not a method.',
    );
  });

  it('destroys a returned stream once the response has closed', () => {
    const stream = Readable.from(['x']);
    const endpoint = endpointOf({ method: () => new StreamableFile(stream) });
    const context = contextOf({}, endpoint);
    void invokeStep(endpoint)(context);
    expect(stream.destroyed).toBe(false);
    context.exchange.close();
    expect(stream.destroyed).toBe(true);
  });
});

describe('The intercept step', () => {
  it('is left out of a route without interceptors', () => {
    expect(interceptStep(endpointOf())).toBeUndefined();
  });

  it('keeps what the interceptors make of the result', async () => {
    const endpoint = endpointOf({
      method: () => 7,
      ports: { intercept: async (_context, method) => ({ data: await method() }) },
    });
    const context = contextOf({}, endpoint);
    await interceptStep(endpoint)?.(context);
    expect(context.result).toEqual({ data: 7 });
  });
});

describe('The steps of OPTIONS', () => {
  const nothing = () => undefined;

  it('describe the path', async () => {
    const context = contextOf({ method: 'OPTIONS' });
    await runSteps(describeStepsOf(context.group, nothing, nothing), context);
    expect(context.result).toEqual({
      namespace: 'acme/v1',
      methods: ['GET'],
      endpoints: [{ methods: ['GET'], args: [] }],
    });
  });

  it('tell a CORS preflight nothing of a path with guards', async () => {
    const guard = vi.fn(async () => {});
    const headers = { origin: 'https://a.example', 'access-control-request-method': 'POST' };
    const context = contextOf({ method: 'OPTIONS', headers }, endpointOf({ ports: { guard } }));
    await runSteps(describeStepsOf(context.group, nothing, nothing), context);
    expect(context.result).toBeUndefined();
    expect(guard).not.toHaveBeenCalled();
  });
});

describe('The lifecycle of a request', () => {
  const order: string[] = [];
  const note = (name: string) => void order.push(name);
  const args = { id: { type: 'integer', required: true } } as const;
  const endpoint = endpointOf({
    args,
    permission: { kind: 'capability', capability: 'edit' },
    method: () => note('method'),
    ports: {
      guard: async () => note('guards'),
      validate: async () => note('validators'),
      intercept: async (_context, method) => (note('interceptors'), method()),
    },
  });
  const context = {
    uploads: undefined,
    cache: undefined,
    responses: undefined,
    links: NO_LINKS,
    unknownArguments: 'ignore' as const,
    user: () => (note('user'), 'ada'),
    permissions: {
      beforeBody: () => undefined,
      isPublic: ({ definition }: Endpoint) => definition.permission.kind === 'public',
      verdict: () => (note('permission'), true),
    },
  };

  const run = async (request: ReturnType<typeof contextOf>) => {
    const { checks, execution } = stepsOf(endpoint, context);
    return (await runSteps(checks, request)) ?? runSteps(execution, request);
  };

  it('runs its steps in the documented order', async () => {
    order.length = 0;
    await run(contextOf({ queryText: 'id=1' }, endpoint));
    expect(order).toEqual(['guards', 'user', 'validators', 'permission', 'interceptors', 'method']);
  });

  it('ends at the first step that rejects', async () => {
    order.length = 0;
    const outcome = await run(contextOf({}, endpoint));
    expect(outcome).toBeInstanceOf(RestException);
    expect(order).toEqual(['guards', 'user']);
  });

  it('leaves out the steps that a public route without Nest parts does not need', () => {
    const { checks, execution } = stepsOf(endpointOf(), context);
    const steps = [...checks, ...execution];
    const names = steps.map(({ name }) => name).filter((name) => name !== '');
    expect(steps).toHaveLength(4);
    expect(names).toEqual(['fieldsStep', 'bindStep']);
  });
});
