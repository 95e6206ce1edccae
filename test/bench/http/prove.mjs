import assert from 'node:assert/strict';
import { REFUSED } from './works.mjs';

/** Contenders must do the same work, and refuse the same, or there is nothing to compare. */
export async function prove(server, works, answers, { name: who, refuses }) {
  for (const [name, work] of works) {
    const { method, headers, body } = work;
    const response = await fetch(server.target(work), { method, headers, body });
    assert.equal(response.status, work.status, `${who}: ${name}`);
    const text = await response.text();
    if (work.status >= 400) continue;
    answers[name] ??= JSON.parse(text);
    assert.deepEqual(JSON.parse(text), answers[name], `${who}: ${name}`);
    if (!refuses) continue;
    for (const refused of REFUSED[name] ?? []) {
      const { status } = await fetch(server.target(refused), refused);
      assert.equal(status, 400, `${who}: ${name} accepts what it must refuse`);
    }
  }
}
