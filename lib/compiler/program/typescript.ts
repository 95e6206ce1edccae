import ts from '#typescript';

// TypeScript is imported only here. It is an optional peer: only builds need it. Which package it is, and what to
// do if there is none, is in `installed-typescript.cjs`.
export { ts };
