import { Req, Res } from '@nestjs/common';
import { Param, RestRequest } from 'nestjs-rest-routes';
import { found, testRules } from './support/rule-table.js';

const id = Param({ name: 'id', type: 'integer' });
const request = Param({ inject: RestRequest });
const isVary = { kind: 'cache', option: 'vary' };
const isCache = { kind: 'cache' };

/** What the source says is in `test/compiler/corpus`, controllers bound to the request in `test/features/caching/vary.test.ts`. */
testRules({
  'only GET is cached': {
    valid: [['a cached GET', { cache: { ttl: '5m' } }]],
    wrong: [
      [
        'GET and POST',
        { cache: { ttl: '5m' }, methods: ['GET', 'POST'] },
        found('RR1012', isCache, { expected: 'only GET', received: 'GET, POST' }),
      ],
    ],
  },

  'durations have a unit and a bound': {
    valid: [
      ...['500ms', '1.5s', '365d'].map((ttl) => [`the ttl ${ttl}`, { cache: { ttl } }] as const),
      ['staleWhileRevalidate zero', { cache: { ttl: '5m', staleWhileRevalidate: '0s' } }],
    ],
    wrong: [
      ...[
        ['0s', '"0s"'],
        ['400d', '"400d"'],
        ['5', '"5"'],
        ['5 m', '"5 m"'],
        [300, '300'],
        [undefined, 'nothing'],
      ].map(
        ([ttl, received]) =>
          [
            `the ttl ${received}`,
            { cache: { ttl } },
            found(
              'RR1024',
              { kind: 'cache', option: 'ttl' },
              {
                expected: 'ttl as a duration with a unit, more than zero, at most a year',
                received,
              },
            ),
          ] as const,
      ),
      ...['366d', 'soon', 60].map(
        (staleWhileRevalidate) =>
          [
            `staleWhileRevalidate ${staleWhileRevalidate}`,
            { cache: { ttl: '5m', staleWhileRevalidate } },
            found(
              'RR1024',
              { kind: 'cache', option: 'staleWhileRevalidate' },
              { expected: 'staleWhileRevalidate as a duration with a unit, at most a year' },
            ),
          ] as const,
      ),
      [
        'two invalid durations are two diagnostics',
        { cache: { ttl: '0s', staleWhileRevalidate: '' } },
        found('RR1024'),
        found('RR1024'),
      ],
    ],
  },

  'vary says by what responses differ': {
    valid: [
      ...['none', 'user', { headers: ['Accept-Language'] }, () => ''].map(
        (vary) =>
          [
            `vary ${JSON.stringify(vary)} of a method that takes the request`,
            { cache: { ttl: '5m', vary }, parameters: [[request]] },
          ] as const,
      ),
      ['a method that takes only arguments', { cache: { ttl: '5m' }, parameters: [[id]] }],
      ['a method without a cache', { parameters: [[request]] }],
    ],
    wrong: [
      ...['everybody', null, { headers: [] }, { headers: ['*'] }, { headers: ['a b'] }, {}].map(
        (vary) =>
          [
            `vary ${JSON.stringify(vary)}`,
            { cache: { ttl: '5m', vary } },
            found('RR1022', isVary, { received: JSON.stringify(vary) }),
          ] as const,
      ),
      [
        'a method that takes the request, without vary',
        { cache: { ttl: '5m' }, parameters: [[request]] },
        found('RR1022', undefined, { expected: 'vary', received: 'none' }),
      ],
      [
        "a method that takes a value of Nest's decorators, without vary",
        { cache: { ttl: '5m' }, parameters: [[Req()]] },
        found('RR1022', undefined, { expected: 'vary', received: 'none' }),
      ],
    ],
  },

  'a cached method returns its response': {
    valid: [['a method without a cache that writes its response', { parameters: [[Res()]] }]],
    wrong: [
      [
        '@Res() beside @Cache',
        { cache: { ttl: '5m', vary: 'none' }, parameters: [[Res()]] },
        found('RR1026', isCache, { received: '@Res() beside @Cache' }),
      ],
    ],
  },
});
