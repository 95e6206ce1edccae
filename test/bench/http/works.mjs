import { ORDER } from './data.mjs';

const json = { 'content-type': 'application/json' };

/** What every contender is asked; `routes` is how many further routes it has then. */
export const WORKS = {
  one: { path: '/items/7?variant=teaser', status: 200 },
  list: { path: '/items', status: 200 },
  order: { path: '/items', status: 201, method: 'POST', headers: json, body: ORDER },
  denied: { path: '/items/7', ours: '/items/7/denied', status: 401, method: 'DELETE' },
  'cached list': { path: '/items/cached', status: 200 },
  'one of 10 routes': { path: '/things/5/7', status: 200 },
  'one of 1,000 routes': { path: '/things/500/7', status: 200, routes: 1_000 },
};

/** What every contender must refuse with 400, by the work it belongs to. */
export const REFUSED = {
  one: [{ path: '/items/7?variant=other' }],
  order: [
    {
      path: '/items',
      method: 'POST',
      headers: json,
      body: ORDER.replace('"qty":1,', '"qty":0,').replace('"qty":1}', '"qty":0}'),
    },
    { path: '/items', method: 'POST', headers: json, body: ORDER.replace('@', '-') },
  ],
};
