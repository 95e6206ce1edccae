/** What an element of `lines` becomes where value classes are a matter of course. */
export class Line {}
