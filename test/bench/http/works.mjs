import { EDITOR, ORDER } from './data.mjs';
import { AUTHORIZATION } from './usual.mjs';

const post = (body) => ({
  path: '/items',
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const withLine = (line) => post({ ...ORDER, lines: [...ORDER.lines.slice(1), line] });
const lines = (length) => post({ ...ORDER, lines: Array(length).fill(ORDER.lines[0]) });
const remove = (headers) => ({ path: '/items/7', method: 'DELETE', headers });

/**
 * What every contender is asked under load. `routes` is how many further routes it has then, in a
 * process of its own: beside one that is warm from other works, a fresh one looks slow.
 */
export const WORKS = {
  one: { path: '/items/7?variant=teaser', status: 200 },
  list: { path: '/items', status: 200 },
  order: { ...post(ORDER), status: 201 },
  denied: { ...remove({}), status: 401 },
  'cached list': { path: '/items/cached', status: 200 },
  'one of 10 routes': { path: '/things/5/7', status: 200, routes: 10 },
  'one of 1,000 routes': { path: '/things/500/7', status: 200, routes: 1_000 },
};

/** The same with the token that the usual application demands; the routes of `denied` and of long tables have none. */
export const USUAL_WORKS = Object.fromEntries(
  ['one', 'list', 'order', 'cached list'].map((name) => {
    const { headers, ...work } = WORKS[name];
    return [name, { ...work, headers: { ...headers, authorization: AUTHORIZATION } }];
  }),
);

/** What every contender must answer with besides, by the work it belongs to. */
export const BESIDES = {
  one: [
    { path: '/items/7', status: 200, answer: { id: 7, variant: 'full' } },
    { path: '/items/7?variant=other', status: 400 },
  ],
  order: [
    { ...lines(20), status: 201, answer: { email: ORDER.email, count: 20 } },
    { ...lines(21), status: 400 },
    { ...lines(0), status: 400 },
    { ...post({ email: ORDER.email }), status: 400 },
    { ...post({ ...ORDER, email: 'ada' }), status: 400 },
    { ...withLine({ sku: 's', qty: 0 }), status: 400 },
    { ...withLine({ sku: 's', qty: 100 }), status: 400 },
    { ...withLine({ sku: 's', qty: 1.5 }), status: 400 },
    { ...withLine({ sku: '', qty: 1 }), status: 400 },
    { ...withLine({ qty: 1 }), status: 400 },
    { ...post('{'), status: 400 },
  ],
  denied: [
    { ...remove({ authorization: EDITOR }), status: 204 },
    { ...remove({ authorization: 'Bearer reader' }), status: 401 },
  ],
};
