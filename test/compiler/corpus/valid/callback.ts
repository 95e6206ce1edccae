import { Callback, HttpMethod, RestController, RestRoute, type int } from 'nestjs-rest-routes';
import { AuditLog } from '../shared/services.js';
import { PermissionHelper, Permissions } from '../shared/permissions.js';

const removing = new Callback(Permissions.mayRemove);

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/{id}', HttpMethod.Put, new Callback(Subject.mayEdit))
  update(id: int, title: string) {}
  @RestRoute('/{id}', HttpMethod.Delete, removing)
  remove(id: int) {}
  @RestRoute('/{id}', HttpMethod.Post, new Callback(Subject.mayCopy))
  copy(id: int) {}
  @RestRoute('/{id}', HttpMethod.Get, new Callback(Permissions.mayRemove))
  see(id: int) {}
  static mayEdit(id: int, log: AuditLog): boolean {
    return id > 0;
  }
  static mayCopy = (id: int) => id > 0;
}

export const expected = {
  methods: {
    update: {
      parameters: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'title', type: { kind: 'string' } },
      ],
    },
    remove: { parameters: [{ name: 'id', type: { kind: 'integer' } }] },
    copy: { parameters: [{ name: 'id', type: { kind: 'integer' } }] },
    see: { parameters: [{ name: 'id', type: { kind: 'integer' } }] },
  },
  staticMethods: {
    mayEdit: {
      parameters: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'log', type: { kind: 'class', name: 'AuditLog' } },
      ],
      returns: { kind: 'boolean' },
    },
    'Permissions.mayRemove': {
      parameters: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'helper', type: { kind: 'class', name: 'PermissionHelper' } },
      ],
      returns: { kind: 'boolean' },
    },
    mayCopy: { parameters: [{ name: 'id', type: { kind: 'integer' } }] },
  },
};

export const references = () => ({ AuditLog, Permissions, PermissionHelper });
