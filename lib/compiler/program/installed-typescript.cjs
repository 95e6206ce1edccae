'use strict';
// The installed TypeScript with an interface for JavaScript. TypeScript 7 has none yet; Microsoft publishes that of
// TypeScript 6 for use beside it. The choice is made at run time, so it is the target of "#typescript" in
// package.json, whose types are those of "typescript".

const SIX = '@typescript/typescript6';

module.exports = find();

function find() {
  const installed = load('typescript');
  if (hasInterface(installed)) return installed;
  const six = load(SIX);
  if (hasInterface(six)) return six;
  throw new Error(
    installed === undefined
      ? 'nestjs-rest-routes: "typescript" is not installed. Install it: npm i -D typescript'
      : `nestjs-rest-routes: "typescript" ${installed.version ?? ''} has no interface for JavaScript. ` +
          `Install that of TypeScript 6 beside it: npm i -D ${SIX}`,
  );
}

function hasInterface(typescript) {
  return typeof typescript?.createProgram === 'function';
}

function load(name) {
  try {
    return require(name);
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
