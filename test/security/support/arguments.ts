/** The arguments of `ReadingController.read`; apart from it, since it is loaded later. */
export const ARGUMENTS: readonly string[] =
  'email short_email uri short_uri date ip color uuid free short long pattern choice integer number boolean texts integers few items'.split(
    ' ',
  );
