import {
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/{id}', [HttpMethod.Put, HttpMethod.Patch], new Capability('edit'))
  @RestRoute('/{id}/title', HttpMethod.Post, new Capability('edit'))
  update(id: int, title: string) {}
  @RestRoute('/q', HttpMethod.Get, new PublicAccess())
  'quoted-name'() {}
  @RestRoute('/b', HttpMethod.Get, new PublicAccess())
  ['bracketed']() {}
  @RestRoute('/h', HttpMethod.Get, new PublicAccess())
  protected hidden(this: Subject, b: int) {}
  helper(anything: Map<string, unknown>, ...rest: unknown[]) {}
}

export const expected = {
  methods: {
    update: {
      parameters: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'title', type: { kind: 'string' } },
      ],
    },
    'quoted-name': { parameters: [] },
    bracketed: { parameters: [] },
    hidden: { parameters: [{ name: 'b', type: { kind: 'integer' } }] },
  },
};
