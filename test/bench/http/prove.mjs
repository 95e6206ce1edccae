import assert from 'node:assert/strict';
import { BESIDES } from './works.mjs';

/** Contenders must do the same work, and refuse the same, or there is nothing to compare. */
export async function prove(server, works, answers, { name: who, decides }) {
  for (const [name, work] of works) {
    const answer = await ask(server, work, `${who}: ${name}`);
    if (work.status < 400) {
      answers[name] ??= answer;
      assert.deepEqual(answer, answers[name], `${who}: ${name}`);
    }
    for (const other of decides ? (BESIDES[name] ?? []) : []) {
      const what = `${who}: ${name}, ${other.path} ${other.body ?? ''}`;
      const { authorization } = work.headers ?? {};
      const headers =
        authorization === undefined ? other.headers : { ...other.headers, authorization };
      const answered = await ask(server, { ...other, headers }, what);
      if ('answer' in other) assert.deepEqual(answered, other.answer, what);
    }
    if (name === 'cached list') await proveCached(server, work, who);
  }
}

async function proveCached(server, work, who) {
  const { cachedCalls } = await server.inspect();
  await ask(server, work, who);
  assert.equal((await server.inspect()).cachedCalls, cachedCalls, `${who} does not cache`);
}

async function ask(server, work, what) {
  const { method, headers, body } = work;
  const response = await fetch(server.target(work), { method, headers, body });
  const text = await response.text();
  assert.equal(response.status, work.status, `${what}: ${text}`);
  return text === '' || response.status >= 400 ? undefined : JSON.parse(text);
}
