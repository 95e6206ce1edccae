export {
  Callback,
  Capability,
  PublicAccess,
  type Permission,
  type PermissionCallback,
} from './permission.js';
