//! What kinds of nodes there are in Godot 4.6.
//!
//! A kind says what a node takes over from its parent and gives to its children. What is in
//! none of these lists and is known by name is a plain node, also if its name ends in `2D`.

/// What a node is, as far as places and pictures go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Has a place of its own.
    Node2D,
    /// Has a place that the layout decides.
    Control,
    /// Has no place; shows or hides its children, which do not follow what is above it.
    CanvasLayer,
    /// The same in a window.
    Window,
    /// Has no place; its children do not follow what is above it.
    Plain,
}

impl Kind {
    /// Whether a child follows its place, layer and visibility.
    pub(super) const fn is_canvas_item(self) -> bool {
        matches!(self, Self::Node2D | Self::Control)
    }

    /// Whether it can be hidden.
    pub(super) const fn has_visible(self) -> bool {
        !matches!(self, Self::Plain)
    }

    /// The kind of a class of Godot, if there is such a class.
    pub(super) fn of(class: &str) -> Option<Self> {
        let lists = [
            (NODE_2D, Self::Node2D),
            (CONTROL, Self::Control),
            (CANVAS_LAYER, Self::CanvasLayer),
            (WINDOW, Self::Window),
            (HIDDEN_WINDOW, Self::Window),
            (PLAIN, Self::Plain),
        ];
        let found = lists
            .iter()
            .find(|(list, _)| list.binary_search(&class).is_ok());
        found.map(|&(_, kind)| kind)
    }
}

/// Whether nodes of this class are more than a place in the tree and what is imported of them.
pub(super) fn does_something(class: &str) -> bool {
    let is_imported = matches!(
        class,
        "Node" | "Node2D" | "Marker2D" | "Sprite2D" | "Polygon2D" | "CanvasLayer" | "CanvasGroup"
    );
    // A Control is told about by itself: its place is up to the layout.
    !is_imported && Kind::of(class) != Some(Kind::Control)
}

/// Whether nodes of this class are hidden until somebody shows them.
pub(super) fn starts_hidden(class: &str) -> bool {
    HIDDEN_WINDOW.binary_search(&class).is_ok()
}

#[rustfmt::skip]
const NODE_2D: &[&str] = &[
    "AnimatableBody2D", "AnimatedSprite2D", "Area2D", "AudioListener2D", "AudioStreamPlayer2D", "BackBufferCopy",
    "Bone2D", "CPUParticles2D", "Camera2D", "CanvasGroup", "CanvasModulate", "CharacterBody2D", "CollisionObject2D",
    "CollisionPolygon2D", "CollisionShape2D", "DampedSpringJoint2D", "DirectionalLight2D", "GPUParticles2D",
    "GrooveJoint2D", "Joint2D", "Light2D", "LightOccluder2D", "Line2D", "Marker2D", "MeshInstance2D",
    "MultiMeshInstance2D", "NavigationLink2D", "NavigationObstacle2D", "NavigationRegion2D", "Node2D", "Parallax2D",
    "ParallaxLayer", "Path2D", "PathFollow2D", "PhysicalBone2D", "PhysicsBody2D", "PinJoint2D", "PointLight2D",
    "Polygon2D", "RayCast2D", "RemoteTransform2D", "RigidBody2D", "ShapeCast2D", "Skeleton2D", "Sprite2D",
    "StaticBody2D", "TileMap", "TileMapLayer", "TouchScreenButton", "VisibleOnScreenEnabler2D",
    "VisibleOnScreenNotifier2D",
];

#[rustfmt::skip]
const CONTROL: &[&str] = &[
    "AspectRatioContainer", "BaseButton", "BoxContainer", "Button", "CenterContainer", "CheckBox", "CheckButton",
    "CodeEdit", "ColorPicker", "ColorPickerButton", "ColorRect", "Container", "Control", "EditorDock",
    "EditorInspector", "EditorProperty", "EditorResourcePicker", "EditorScriptPicker", "EditorSpinSlider",
    "EditorToaster", "FileSystemDock", "FlowContainer", "FoldableContainer", "GraphEdit", "GraphElement",
    "GraphFrame", "GraphNode", "GridContainer", "HBoxContainer", "HFlowContainer", "HScrollBar", "HSeparator",
    "HSlider", "HSplitContainer", "ItemList", "Label", "LineEdit", "LinkButton", "MarginContainer", "MenuBar",
    "MenuButton", "NinePatchRect", "OpenXRBindingModifierEditor", "OpenXRInteractionProfileEditor",
    "OpenXRInteractionProfileEditorBase", "OptionButton", "Panel", "PanelContainer", "ProgressBar", "Range",
    "ReferenceRect", "RichTextLabel", "ScriptEditor", "ScriptEditorBase", "ScrollBar", "ScrollContainer",
    "Separator", "Slider", "SpinBox", "SplitContainer", "SubViewportContainer", "TabBar", "TabContainer",
    "TextEdit", "TextureButton", "TextureProgressBar", "TextureRect", "Tree", "VBoxContainer", "VFlowContainer",
    "VScrollBar", "VSeparator", "VSlider", "VSplitContainer", "VideoStreamPlayer", "VirtualJoystick",
];

const CANVAS_LAYER: &[&str] = &["CanvasLayer", "ParallaxBackground"];

const WINDOW: &[&str] = &["Window"];

#[rustfmt::skip]
const HIDDEN_WINDOW: &[&str] = &[
    "AcceptDialog", "ConfirmationDialog", "EditorCommandPalette", "EditorFileDialog", "FileDialog", "Popup",
    "PopupMenu", "PopupPanel", "ScriptCreateDialog",
];

#[rustfmt::skip]
const PLAIN: &[&str] = &[
    "AimModifier3D", "AnimatableBody3D", "AnimatedSprite3D", "AnimationMixer", "AnimationPlayer", "AnimationTree",
    "Area3D", "AudioListener3D", "AudioStreamPlayer", "AudioStreamPlayer3D", "BoneAttachment3D",
    "BoneConstraint3D", "BoneTwistDisperser3D", "CCDIK3D", "CPUParticles3D", "CSGBox3D", "CSGCombiner3D",
    "CSGCylinder3D", "CSGMesh3D", "CSGPolygon3D", "CSGPrimitive3D", "CSGShape3D", "CSGSphere3D", "CSGTorus3D",
    "Camera3D", "ChainIK3D", "CharacterBody3D", "CollisionObject3D", "CollisionPolygon3D", "CollisionShape3D",
    "ConeTwistJoint3D", "ConvertTransformModifier3D", "CopyTransformModifier3D", "Decal", "DirectionalLight3D",
    "EditorFileSystem", "EditorPlugin", "EditorResourcePreview", "FABRIK3D", "FogVolume", "GPUParticles3D",
    "GPUParticlesAttractor3D", "GPUParticlesAttractorBox3D", "GPUParticlesAttractorSphere3D",
    "GPUParticlesAttractorVectorField3D", "GPUParticlesCollision3D", "GPUParticlesCollisionBox3D",
    "GPUParticlesCollisionHeightField3D", "GPUParticlesCollisionSDF3D", "GPUParticlesCollisionSphere3D",
    "Generic6DOFJoint3D", "GeometryInstance3D", "GridMap", "GridMapEditorPlugin", "HTTPRequest", "HingeJoint3D",
    "IKModifier3D", "ImporterMeshInstance3D", "InstancePlaceholder", "IterateIK3D", "JacobianIK3D", "Joint3D",
    "Label3D", "Light3D", "LightmapGI", "LightmapProbe", "LimitAngularVelocityModifier3D", "LookAtModifier3D",
    "Marker3D", "MeshInstance3D", "MissingNode", "ModifierBoneTarget3D", "MultiMeshInstance3D",
    "MultiplayerSpawner", "MultiplayerSynchronizer", "NavigationAgent2D", "NavigationAgent3D", "NavigationLink3D",
    "NavigationObstacle3D", "NavigationRegion3D", "Node", "Node3D", "OccluderInstance3D", "OmniLight3D",
    "OpenXRCompositionLayer", "OpenXRCompositionLayerCylinder", "OpenXRCompositionLayerEquirect",
    "OpenXRCompositionLayerQuad", "OpenXRHand", "OpenXRRenderModel", "OpenXRRenderModelManager",
    "OpenXRVisibilityMask", "Path3D", "PathFollow3D", "PhysicalBone3D", "PhysicalBoneSimulator3D", "PhysicsBody3D",
    "PinJoint3D", "RayCast3D", "ReflectionProbe", "RemoteTransform3D", "ResourcePreloader",
    "RetargetModifier3D", "RigidBody3D", "RootMotionView", "ShaderGlobalsOverride", "ShapeCast3D", "Skeleton3D",
    "SkeletonIK3D", "SkeletonModifier3D", "SliderJoint3D", "SoftBody3D", "SplineIK3D", "SpotLight3D",
    "SpringArm3D", "SpringBoneCollision3D", "SpringBoneCollisionCapsule3D", "SpringBoneCollisionPlane3D",
    "SpringBoneCollisionSphere3D", "SpringBoneSimulator3D", "Sprite3D", "SpriteBase3D", "StaticBody3D",
    "StatusIndicator", "SubViewport", "Timer", "TwoBoneIK3D", "VehicleBody3D", "VehicleWheel3D", "Viewport",
    "VisibleOnScreenEnabler3D", "VisibleOnScreenNotifier3D", "VisualInstance3D", "VoxelGI", "WorldEnvironment",
    "XRAnchor3D", "XRBodyModifier3D", "XRCamera3D", "XRController3D", "XRFaceModifier3D", "XRHandModifier3D",
    "XRNode3D", "XROrigin3D",
];

#[cfg(test)]
mod tests {
    use super::{CANVAS_LAYER, CONTROL, HIDDEN_WINDOW, Kind, NODE_2D, PLAIN, WINDOW};

    #[test]
    fn lists_are_sorted_so_that_they_can_be_searched() {
        for list in [NODE_2D, CONTROL, CANVAS_LAYER, WINDOW, HIDDEN_WINDOW, PLAIN] {
            assert!(list.is_sorted(), "{list:?}");
        }
    }

    #[test]
    fn names_do_not_tell_what_a_class_is() {
        assert_eq!(Kind::of("NavigationAgent2D"), Some(Kind::Plain));
        assert_eq!(Kind::of("NavigationObstacle2D"), Some(Kind::Node2D));
        assert_eq!(Kind::of("TouchScreenButton"), Some(Kind::Node2D));
        assert_eq!(Kind::of("ParallaxBackground"), Some(Kind::CanvasLayer));
        assert_eq!(Kind::of("Enemy2D"), None);
    }
}
