import ts from 'typescript';

// The one place where the compiler is imported. It is an optional peer: only who builds needs it.
// A version without this interface (TypeScript 7) is told here, not by a crash further on.
if (typeof ts?.createProgram !== 'function') {
  throw new Error(
    'nestjs-rest-routes: the installed "typescript" has no compiler interface for JavaScript. ' +
      'Install TypeScript 5 or 6 to build with the plugin, or declare parameters by hand: @Param({ name, type }).',
  );
}

export { ts };
