/** The permission drawer as a React component: `PermissionDrawer` and the types of its props. */
export { PermissionDrawer, type Drafted, type PermissionDrawerProps, type Saved } from "./drawer/PermissionDrawer.js";
