// The package's own types need those of three, which describe far more than we use.
declare module '@google/model-viewer/lib/model-viewer-base.js' {
  const ModelViewerElementBase: CustomElementConstructor
  export default ModelViewerElementBase
}
declare module '@google/model-viewer/lib/features/ar.js' {
  export const ARMixin: (base: CustomElementConstructor) => CustomElementConstructor
}
declare module '@google/model-viewer/lib/features/controls.js' {
  export const ControlsMixin: (base: CustomElementConstructor) => CustomElementConstructor
}
declare module '@google/model-viewer/lib/features/environment.js' {
  export const EnvironmentMixin: (base: CustomElementConstructor) => CustomElementConstructor
}
declare module '@google/model-viewer/lib/features/loading.js' {
  export const LoadingMixin: (base: CustomElementConstructor) => CustomElementConstructor
}
declare module '@google/model-viewer/lib/features/scene-graph.js' {
  export const SceneGraphMixin: (base: CustomElementConstructor) => CustomElementConstructor
}
