'use strict';
// The installed TypeScript with an interface for JavaScript. TypeScript 7 has none yet; Microsoft publishes that of
// TypeScript 6 for use beside it. The choice is made at run time, so it is the target of "#typescript" in
// package.json, whose types are those of "typescript".
// It is no peer: npm keeps what a production package names as one, also with --omit=dev.

const { createRequire } = require('node:module');
const { join } = require('node:path');

const SIX = '@typescript/typescript6';
const OLDEST = [5, 9];

module.exports = find();

/** That of the project first: in a workspace, this package may stand beside another one. */
function find() {
  let first;
  for (const from of [createRequire(join(process.cwd(), 'package.json')), require]) {
    for (const name of ['typescript', SIX]) {
      const installed = load(from, name);
      if (hasInterface(installed) && isSupported(installed)) return installed;
      first ??= installed;
    }
  }
  throw new Error(`nestjs-rest-routes: ${remedyOf(first)}`);
}

function remedyOf(installed) {
  if (installed === undefined)
    return '"typescript" is not installed. Install it: npm i -D typescript';
  const { version = '' } = installed;
  return hasInterface(installed)
    ? `"typescript" ${version} is installed, and ${OLDEST.join('.')} is the oldest that it reads signatures with. Update it: npm i -D typescript@6`
    : `"typescript" ${version} has no interface for JavaScript. Install that of TypeScript 6 beside it: npm i -D ${SIX}`;
}

function hasInterface(typescript) {
  return typeof typescript?.createProgram === 'function';
}

function isSupported({ version }) {
  const [major, minor] = version.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

function load(from, name) {
  try {
    return from(name);
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
