import {
  Callback,
  Capability,
  HttpMethod,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';

const OPTIONS = { hidden: true };

@RestController('v1', '/subjects', new Callback(Subject.maySee))
export class Subject {
  @RestRoute('/{id}', HttpMethod.Get)
  see(id: int) {}

  @RestRoute('/{id}', HttpMethod.Put, { batch: true })
  write(id: int) {}

  @RestRoute('/{id}/hidden', HttpMethod.Get, OPTIONS)
  hidden(id: int) {}

  @RestRoute('/all', HttpMethod.Get, new Capability('see_all'))
  all() {}

  static maySee(id: int): boolean {
    return id > 0;
  }
}

const parameters = [{ name: 'id', type: { kind: 'integer' } }];

export const expected = {
  methods: {
    see: { parameters },
    write: { parameters },
    hidden: { parameters },
    all: { parameters: [] },
  },
  staticMethods: { maySee: { parameters, returns: { kind: 'boolean' } } },
};
