/**
 * The parts of model-viewer that show a car: without what it could load from elsewhere, and without animations and notes.
 * scripts/cars-3d.ts leaves out the decoders, which the check of the content makes needless.
 */
import { ARMixin } from '@google/model-viewer/lib/features/ar.js'
import { ControlsMixin } from '@google/model-viewer/lib/features/controls.js'
import { EnvironmentMixin } from '@google/model-viewer/lib/features/environment.js'
import { LoadingMixin } from '@google/model-viewer/lib/features/loading.js'
import { SceneGraphMixin } from '@google/model-viewer/lib/features/scene-graph.js'
import ModelViewerElementBase from '@google/model-viewer/lib/model-viewer-base.js'

customElements.define(
  'model-viewer',
  SceneGraphMixin(EnvironmentMixin(ControlsMixin(ARMixin(LoadingMixin(ModelViewerElementBase))))),
)
